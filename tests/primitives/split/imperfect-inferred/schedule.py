i, = sch.get_loops("B")
sch.split(i, [7, None])
