sch.fuse(*sch.get_loops("B"))
sch.reverse_compute_inline("C")
