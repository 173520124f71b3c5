def schedule(sch):
    d = sch.get_block("D")
    i, j = sch.get_loops(d)
    i0, i1 = sch.split(i, factors=[None, 4])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    a = sch.cache_read(d, 0, "shared")
    sch.compute_at(a, j)
