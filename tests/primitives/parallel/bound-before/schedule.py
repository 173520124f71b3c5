i, j = sch.get_loops("D")
sch.bind(i, "blockIdx.x")
sch.parallel(i)
