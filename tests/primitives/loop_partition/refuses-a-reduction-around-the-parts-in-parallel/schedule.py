k, i = sch.get_loops("D")
sch.loop_partition(i, [4, None])
sch.parallel(k)
