def schedule(sch):
    sch.pad_einsum(sch.get_block("root"), [8])
