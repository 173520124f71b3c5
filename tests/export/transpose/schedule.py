def schedule(sch):
    B = sch.get_block("B")
    i, j = sch.get_loops(B)
    j0, j1 = sch.split(j, [None, 7])
    sch.reorder(j0, i, j1)
    sch.vectorize(j1)
