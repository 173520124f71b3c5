i, j = sch.get_loops("D")
sch.loop_partition(j, [4, None])
sch.cache_write("D_j1", 0, "local")
