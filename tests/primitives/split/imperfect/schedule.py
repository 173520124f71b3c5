i, = sch.get_loops("B")
sch.split(i, [3, 5, 7])
