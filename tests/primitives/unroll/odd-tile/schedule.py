i, j = sch.get_loops("D")
a, b = sch.split(j, [None, 5])
sch.unroll(b)
