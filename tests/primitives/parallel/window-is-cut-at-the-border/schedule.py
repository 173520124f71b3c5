(i,) = sch.get_loops("C")
sch.compute_at("B", i)
sch.parallel(i)
