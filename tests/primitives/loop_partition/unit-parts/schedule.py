i, j = sch.get_loops("D")
sch.loop_partition(j, [1, 22, None], preserve_unit_iters=False)
