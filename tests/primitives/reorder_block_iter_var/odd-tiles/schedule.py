i, j, k = sch.get_loops("D")
sch.split(j, [None, 5])
sch.split(k, [None, 7])
sch.reorder_block_iter_var(block=sch.get_block("D"), new_order=[1, 0, 2])
