i, j = sch.get_loops("D")
sch.loop_partition(j, [None])
