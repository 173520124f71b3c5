i, j = sch.get_loops("D")
a, b = sch.split(i, [None, 5])
c, d = sch.split(j, [1, None])
sch.fuse(a, b, c, preserve_unit_iters=False)
