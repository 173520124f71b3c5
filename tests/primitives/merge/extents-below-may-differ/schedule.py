i, j = sch.get_loops("D")
k, l = sch.get_loops("E")
sch.merge(i, k)
