i, j = sch.get_loops("D")
sch.bind(j, "blockIdx.x")
sch.bind(i, "blockIdx.x")
