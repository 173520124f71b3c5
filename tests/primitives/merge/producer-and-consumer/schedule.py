i, j = sch.get_loops("B")
k, l = sch.get_loops("D")
sch.merge(j, l)
