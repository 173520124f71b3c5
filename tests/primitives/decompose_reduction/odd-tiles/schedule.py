def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    i0, i1 = sch.split(i, factors=[None, 8])
    k0, k1 = sch.split(k, factors=[None, 5])
    sch.reorder(i0, k0, i1, j, k1)
    sch.decompose_reduction(c, k0)
