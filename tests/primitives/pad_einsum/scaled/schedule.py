def schedule(sch):
    b = sch.get_block("C_shared")
    sch.pad_einsum(b, [4, 4, 4])
