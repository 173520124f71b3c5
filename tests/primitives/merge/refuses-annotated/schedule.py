i, j = sch.get_loops("D")
k, l = sch.get_loops("E")
sch.annotate(i, "key", 1)
sch.merge(j, l)
