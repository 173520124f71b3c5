i, j = sch.get_loops("D")
sch.vectorize(j)
sch.loop_partition(i, [4, None])
