i, = sch.get_loops("B")
sch.split(i, [4, 8])
