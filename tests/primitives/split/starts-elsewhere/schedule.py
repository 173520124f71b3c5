i, = sch.get_loops("B")
sch.split(i, [None, 4])
