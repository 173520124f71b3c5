i, j, k = sch.get_loops("B")
sch.fuse(k)
