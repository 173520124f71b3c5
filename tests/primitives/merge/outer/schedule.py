i, j = sch.get_loops("D")
k, l = sch.get_loops("E")
x = sch.merge(i, k)
sch.parallel(x)
