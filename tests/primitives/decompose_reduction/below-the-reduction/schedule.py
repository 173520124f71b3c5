i, j, k = sch.get_loops("C")
sch.reorder(k, i, j)
sch.decompose_reduction(sch.get_block("C"), i)
