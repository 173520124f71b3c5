i, j, k = sch.get_loops("B")
sch.split(i, [None, 4])
sch.split(k, [None, 8])
