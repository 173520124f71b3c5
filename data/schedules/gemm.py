def gemm(sch, mr=8, nr=32, ku=1):
    C = sch.get_block("C")
    i, j, k = sch.get_loops(C)
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2 = sch.split(j, [None, nr // 16, 16])
    k0, k1 = sch.split(k, [None, ku])
    sch.reorder(i0, j0, k0, k1, i1, j1, j2)
    Cl = sch.cache_write(C, 0, "local")
    sch.reverse_compute_at(Cl, j0)
    i1, j1, j2 = sch.get_loops(C)[-3:]
    sch.vectorize(j2); sch.unroll(j1); sch.unroll(i1); sch.unroll(k1)
    init = sch.decompose_reduction(C, k0)
    c0, c1 = sch.get_loops(Cl)[-2:]
    c1, c2 = sch.split(c1, [None, 16])
    sch.vectorize(c2); sch.unroll(c1); sch.unroll(c0)
