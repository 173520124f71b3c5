def schedule(sch):
    b = sch.get_block("C_shared")
    l = sch.get_loops(b)
    sch.split(l[0], [None, 4])
    sch.pad_einsum(b, [4, 4, 4])
