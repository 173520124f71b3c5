i, j, k = sch.get_loops("C")
sch.split(j, [None, 4])
