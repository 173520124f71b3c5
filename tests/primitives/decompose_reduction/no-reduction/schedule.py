i, j = sch.get_loops("B")
sch.decompose_reduction(sch.get_block("B"), i)
