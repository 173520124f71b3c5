i, j = sch.get_loops("D")
a, b, c = sch.split(j, [1, 24, 1])
sch.fuse(a, b, c, preserve_unit_iters=False)
