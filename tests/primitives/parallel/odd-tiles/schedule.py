i, j = sch.get_loops("D")
a, b = sch.split(i, [None, 5])
sch.parallel(a)
sch.vectorize(b)
