i, j, k = sch.get_loops(sch.get_block("C", "main"))
sch.bind(i, "blockIdx.x")
sch.bind(k, "threadIdx.x")
