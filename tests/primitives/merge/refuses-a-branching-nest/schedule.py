i, j = sch.get_loops("D")
i, j2 = sch.get_loops("E")
k, l = sch.get_loops("F")
sch.merge(j, l)
