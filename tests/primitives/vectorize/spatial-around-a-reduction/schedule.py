i, k = sch.get_loops("D")
sch.vectorize(i)
