def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    w = sch.cache_write(c, 0, "shared")
    i0, i1 = sch.split(i, factors=[None, 4])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    sch.reverse_compute_at(w, j)
