sch.fuse(*sch.get_loops("B"), preserve_unit_iters=False)
