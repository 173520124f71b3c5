i, j = sch.get_loops("D")
sch.annotate(i, "key", 1)
sch.parallel(i)
