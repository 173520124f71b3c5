i, = sch.get_loops("A")
sch.parallel(i)
