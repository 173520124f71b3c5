def schedule(sch):
    c = sch.get_block("C")
    i, j, k = sch.get_loops(c)
    sch.reorder(k, i)
    sch.bind(k, "threadIdx.x")
    sch.decompose_reduction(c, k)
