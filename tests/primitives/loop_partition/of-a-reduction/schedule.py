i, k = sch.get_loops("D")
sch.loop_partition(k, [4, None])
