i, = sch.get_loops("B")
a, b = sch.split(i, [None, 8])
sch.split(b, [2, 4])
sch.split(a, [None, 3])
