b = sch.get_block("D")
sch.reorder_block_iter_var(b, [1, 0, -1])
