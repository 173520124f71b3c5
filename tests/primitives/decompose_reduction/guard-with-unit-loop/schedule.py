i, j, k = sch.get_loops("C")
a, b, c = sch.split(i, [5, 4, 1], preserve_unit_iters=False)
sch.decompose_reduction(sch.get_block("C"), a)
