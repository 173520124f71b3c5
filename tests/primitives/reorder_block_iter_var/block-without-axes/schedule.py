sch.reorder_block_iter_var(sch.get_block("E"), [])
