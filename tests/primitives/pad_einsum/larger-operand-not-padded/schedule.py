def schedule(sch):
    sch.pad_einsum(sch.get_block("C"), [5, 4])
