def s(sch):
    sch.pad_einsum(sch.get_block("C"), [32, 8, 16])
