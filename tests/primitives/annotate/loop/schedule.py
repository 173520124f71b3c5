i, = sch.get_loops("B")
sch.annotate(i, "pragma_auto_unroll_max_step", 64)
sch.annotate(i, "pragma_unroll_explicit", 1)
