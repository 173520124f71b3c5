i, j = sch.get_loops("D")
k, l = sch.get_loops("E")
x = sch.merge(j, l)
sch.vectorize(x)
