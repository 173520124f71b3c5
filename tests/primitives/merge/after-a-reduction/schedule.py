i, j, k = sch.get_loops("B")
l, m = sch.get_loops("D")
n, o, p = sch.get_loops("E")
x = sch.merge(j, m)
