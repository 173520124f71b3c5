i, j = sch.get_loops("D")
a, b, c = sch.loop_partition(j, [4, 8])
