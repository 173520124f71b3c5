i, = sch.get_loops("B")
a, b, c = sch.split(i, [3, 5, 7])
sch.fuse(a, b)
