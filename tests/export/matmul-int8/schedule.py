def schedule(sch):
    C = sch.get_block("C")
    i, j, k = sch.get_loops(C)
    j0, j1 = sch.split(j, [None, 8])
    sch.reorder(i, j0, k, j1)
    sch.vectorize(j1)
    sch.decompose_reduction(C, k)
    i, j = sch.get_loops(sch.get_block("M"))
    sch.vectorize(j)
