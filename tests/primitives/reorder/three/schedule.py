i, j, k = sch.get_loops("C")
sch.reorder(k, i, j)
