i, j = sch.get_loops("D")
sch.split(j, [4, 1, 6], preserve_unit_iters=False)
