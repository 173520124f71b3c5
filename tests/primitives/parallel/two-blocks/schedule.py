i, j = sch.get_loops("B")
sch.parallel(i)
