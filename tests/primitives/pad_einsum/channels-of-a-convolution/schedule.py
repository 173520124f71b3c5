def schedule(sch):
    b = sch.get_block("C")
    sch.pad_einsum(b, [1, 1, 8, 1, 1, 1])
