i, j = sch.get_loops("D")
sch.split(j, [30])
