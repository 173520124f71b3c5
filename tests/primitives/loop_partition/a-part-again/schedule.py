i, j = sch.get_loops("D")
a, b = sch.loop_partition(j, [4, None])
sch.loop_partition(b, [3, None])
