i, j = sch.get_loops("D")
a, b = sch.split(j, [None, 5])
sch.split(b, [5, 1], preserve_unit_iters=False)
