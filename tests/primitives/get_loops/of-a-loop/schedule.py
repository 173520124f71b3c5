i, j, k = sch.get_loops("C")
sch.get_loops(i)
