i, j, k = sch.get_loops(sch.get_block("C", "main"))
j0, j1 = sch.split(j, [None, 4])
k0, k1 = sch.split(k, [None, 4])
sch.reorder(i, j0, k0, k1, j1)
