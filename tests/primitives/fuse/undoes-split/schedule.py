i, = sch.get_loops("B")
sch.fuse(*sch.split(i, [4, 15]))
