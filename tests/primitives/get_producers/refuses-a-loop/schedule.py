i, j = sch.get_loops("D")
sch.get_producers(i)
