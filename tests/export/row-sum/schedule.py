def schedule(sch):
    S = sch.get_block("S")
    i, k = sch.get_loops(S)
    k0, k1 = sch.split(k, [None, 8])
    partial = sch.rfactor(k1, 0)
    p, pi, pk = sch.get_loops(partial)
    sch.reorder(pi, pk, p)
    sch.vectorize(p)
