j, = sch.get_loops("D")
k, m = sch.get_loops("F")
sch.merge(j, k)
