# interpret: no
i, j = sch.get_loops("D")
f = sch.fuse(i, j)
sch.split(f, [None, 128])
