i, j = sch.get_loops("D")
sch.annotate(j, "key", 1)
sch.loop_partition(j, [4, None])
