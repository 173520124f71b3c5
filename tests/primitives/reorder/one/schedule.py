i, j, k = sch.get_loops("C")
sch.reorder(j)
