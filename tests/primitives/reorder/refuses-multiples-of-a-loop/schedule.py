i, j = sch.get_loops(sch.get_block("B"))
sch.reorder(j, i)
