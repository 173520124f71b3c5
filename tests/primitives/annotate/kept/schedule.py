i, = sch.get_loops("B")
sch.annotate(i, "pragma_auto_unroll_max_step", 64)
