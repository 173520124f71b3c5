i, j = sch.get_loops("B")
sch.reorder(j, i)
