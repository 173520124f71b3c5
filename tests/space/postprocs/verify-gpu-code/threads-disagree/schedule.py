for name, threads in [("M", 32), ("E", 64), ("S", 32), ("D", 32)]:
    i, j = sch.get_loops(sch.get_block(name, "main"))
    i0, i1 = sch.split(i, [None, threads])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
