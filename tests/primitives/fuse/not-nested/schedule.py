i, j = sch.get_loops("B")
i, k = sch.get_loops("C")
sch.fuse(j, k)
