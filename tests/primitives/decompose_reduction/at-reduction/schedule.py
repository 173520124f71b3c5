i, j, k = sch.get_loops("C")
sch.decompose_reduction(sch.get_block("C"), k)
