i, j, k = sch.get_loops("C")
c = sch.decompose_reduction(sch.get_block("C"), i)
sch.parallel(sch.get_loops(c)[0])
sch.vectorize(sch.get_loops(c)[1])
