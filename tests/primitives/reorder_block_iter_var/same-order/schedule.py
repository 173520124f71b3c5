b = sch.get_block("D")
sch.reorder_block_iter_var(b, [0, 1, 2])
