i, j = sch.get_loops(sch.get_block("B"))
sch.split(i, [3, 3])
sch.loop_partition(j, [3, None])
sch.cache_write(sch.get_block("B_j1"), 0, "local")
