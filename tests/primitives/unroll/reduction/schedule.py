i, k = sch.get_loops("B")
a, b = sch.split(k, [None, 4])
sch.unroll(b)
