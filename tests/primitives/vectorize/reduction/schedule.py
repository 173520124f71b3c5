i, k = sch.get_loops("B")
sch.vectorize(k)
