b = sch.get_block("D")
sch.reorder_block_iter_var(b, [2, 0, 1])
