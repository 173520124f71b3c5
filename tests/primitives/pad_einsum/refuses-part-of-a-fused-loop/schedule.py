sch.pad_einsum(sch.get_block("B"), [2, 4])
