i, k = sch.get_loops("D")
l, m = sch.get_loops("E")
sch.merge(k, m)
