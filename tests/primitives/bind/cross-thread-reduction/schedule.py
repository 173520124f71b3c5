i, k = sch.get_loops("B")
sch.bind(i, "blockIdx.x")
sch.bind(k, "threadIdx.x")
