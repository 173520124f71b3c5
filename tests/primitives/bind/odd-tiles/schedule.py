i, j = sch.get_loops("D")
a, b = sch.split(i, [None, 5])
sch.bind(a, "blockIdx.x")
sch.bind(b, "threadIdx.x")
