i, k = sch.get_loops("B")
u = sch.add_unit_loop(i)
a, b = sch.split(u, [4, 1])
sch.vectorize(a)
