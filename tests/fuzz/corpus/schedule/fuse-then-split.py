i, j, k = sch.get_loops("C")
f = sch.fuse(i, j)
sch.split(f, [None, 4])
