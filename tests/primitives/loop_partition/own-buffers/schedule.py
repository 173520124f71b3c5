i, j = sch.get_loops("D")
sch.loop_partition(j, [4, 6, None])
