i, j = sch.get_loops("D")
k, l = sch.get_loops("E")
m, n = sch.get_loops("F")
sch.merge(j, l, n)
