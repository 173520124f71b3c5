i, k, j = sch.get_loops("B")
sch.fuse(i, k)
