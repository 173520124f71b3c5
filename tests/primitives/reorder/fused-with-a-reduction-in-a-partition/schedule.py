f = sch.fuse(*sch.get_loops("B"))
a, b, c = sch.split(f, [5, 2, None])
sch.loop_partition(c, [20, None], preserve_unit_iters=False)
sch.reorder(b, a)
