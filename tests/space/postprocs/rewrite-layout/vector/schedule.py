i, = sch.get_loops(sch.get_block("B", "main"))
i0, i1 = sch.split(i, [4, 4])
sch.reorder(i1, i0)
