i, j, k = sch.get_loops(sch.get_block("C", "main"))
sch.reorder(k, i, j)
