def schedule(sch):
    b = sch.get_block("C_shared")
    l = sch.get_loops(b)
    sch.fuse(l[0], l[1])
    sch.pad_einsum(b, [4, 4, 4])
