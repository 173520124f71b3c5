i, = sch.get_loops("B")
sch.fuse(*sch.split(i, [3, 5, 7]))
