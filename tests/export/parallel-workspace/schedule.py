def schedule(sch):
    P, B = sch.get_block("P"), sch.get_block("B")
    b, i, j = sch.get_loops(B)
    sch.compute_at(P, b)
    sch.parallel(b)
    j0, j1 = sch.split(j, [None, 5])
    sch.vectorize(j1)
