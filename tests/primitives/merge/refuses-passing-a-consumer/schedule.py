i, j = sch.get_loops("B")
k, l = sch.get_loops("D")
m, n = sch.get_loops("E")
sch.merge(i, m)
