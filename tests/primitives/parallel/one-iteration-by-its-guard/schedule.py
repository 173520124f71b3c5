i, k = sch.get_loops("B")
u = sch.add_unit_loop(i)
a, b = sch.split(u, [3, 1])
sch.parallel(a)
