i, j = sch.get_loops("D")
sch.split(j, [2, None, 5])
