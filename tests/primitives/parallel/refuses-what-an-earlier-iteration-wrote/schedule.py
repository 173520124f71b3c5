i, j = sch.get_loops("B")
(k,) = sch.get_loops("C")
m = sch.merge(i, k)
sch.parallel(m)
