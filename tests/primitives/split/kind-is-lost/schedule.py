i, = sch.get_loops("B")
sch.parallel(i)
sch.split(i, [4, 15])
