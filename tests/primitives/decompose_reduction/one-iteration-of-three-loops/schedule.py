i, k = sch.get_loops("B")
u = sch.add_unit_loop(k)
a, b, c = sch.split(u, [2, 3, 2])
sch.decompose_reduction(sch.get_block("B"), k)
