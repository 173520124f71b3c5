i, k = sch.get_loops("B")
sch.bind(k, "blockIdx.x")
