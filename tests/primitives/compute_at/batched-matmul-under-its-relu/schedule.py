def schedule(sch):
    y = sch.get_block("Y")
    c = sch.get_block("C")
    n, i, j = sch.get_loops(c)
    j0, j1 = sch.split(j, factors=[None, 4])
    sch.compute_at(y, j0)
    ax0, ax1 = sch.get_loops(y)[-2:]
    k0, k1 = sch.split(ax1, factors=[None, 4])
    sch.reorder(k0, k1, ax0)
    sch.unroll(k1)
    sch.vectorize(ax0)
    sch.vectorize(j1)
    sch.parallel(n)
    sch.decompose_reduction(y, k0)
