i, j = sch.get_loops(sch.get_block("B", "main"))
j0, j1 = sch.split(j, [None, 4])
sch.vectorize(j1)
