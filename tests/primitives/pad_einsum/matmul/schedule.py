def schedule(sch):
    b = sch.get_block("C_shared")
    sch.pad_einsum(block=b, padding=[4, 4, 4])
