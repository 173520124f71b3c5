def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    sch.bind(i, "blockIdx.x")
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.bind(j1, "threadIdx.x")
    sch.decompose_reduction(c, j0)
