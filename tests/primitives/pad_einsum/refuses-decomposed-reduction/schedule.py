def schedule(sch):
    b = sch.get_block("C_shared")
    l = sch.get_loops(b)
    sch.decompose_reduction(b, l[2])
    sch.pad_einsum(b, [4, 4, 4])
