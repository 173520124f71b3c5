i, k = sch.get_loops("D")
a, b = sch.split(k, [None, 5])
sch.loop_partition(a, [2, None])
