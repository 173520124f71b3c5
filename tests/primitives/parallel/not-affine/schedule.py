i, j = sch.get_loops("D")
sch.parallel(i)
