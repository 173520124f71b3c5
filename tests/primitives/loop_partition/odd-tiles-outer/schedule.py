i, j = sch.get_loops("D")
a, b = sch.split(j, [None, 5])
sch.loop_partition(a, [3, None])
