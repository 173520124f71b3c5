o, i, j = sch.get_loops("D")
o, k, l = sch.get_loops("E")
sch.merge(j, l)
