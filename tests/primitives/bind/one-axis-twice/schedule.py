i, j = sch.get_loops("D")
sch.bind(i, "threadIdx.x")
sch.bind(j, "threadIdx.x")
