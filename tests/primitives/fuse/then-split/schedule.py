i, j, k = sch.get_loops("B")
f = sch.fuse(i, j)
sch.split(f, [None, 4])
