i, = sch.get_loops("B")
sch.split(i, [])
