i, = sch.get_loops("B")
sch.split(i, [1, 60, 1])
