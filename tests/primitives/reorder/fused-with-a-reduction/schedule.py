f = sch.fuse(*sch.get_loops("B"))
a, b = sch.split(f, [5, None])
sch.reorder(b, a)
