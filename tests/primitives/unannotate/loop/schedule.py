i, = sch.get_loops("B")
sch.unannotate(i, "pragma_auto_unroll_max_step")
