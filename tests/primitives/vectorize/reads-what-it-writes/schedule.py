i, j = sch.get_loops("D")
sch.vectorize(j)
