i, = sch.get_loops("B")
a, b = sch.split(i, [None, 8])
sch.vectorize(b)
