i, j = sch.get_loops("D")
sch.parallel(j)
sch.vectorize(j)
sch.loop_partition(j, [4, None])
