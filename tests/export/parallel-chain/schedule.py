def schedule(sch):
    C, D = sch.get_block("C"), sch.get_block("D")
    i, j = sch.get_loops(D)
    sch.parallel(i)
    ci, cj, ck = sch.get_loops(C)
    sch.reorder(ci, ck, cj)
    j0, j1 = sch.split(cj, [None, 16])
    sch.vectorize(j1)
    sch.parallel(ci)
