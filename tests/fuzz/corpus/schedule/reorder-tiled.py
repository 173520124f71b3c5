i, j, k = sch.get_loops("C")
a, b = sch.split(j, [None, 8])
sch.reorder(i, a, k, b)
