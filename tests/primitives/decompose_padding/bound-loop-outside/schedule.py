def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    sch.bind(l[0], "threadIdx.x")
    sch.decompose_padding(b, l[1])
