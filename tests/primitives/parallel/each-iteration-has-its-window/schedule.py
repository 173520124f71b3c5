i, j = sch.get_loops("C")
i0, i1 = sch.split(i, [None, 5])
sch.compute_at("B", i0)
sch.parallel(i0)
