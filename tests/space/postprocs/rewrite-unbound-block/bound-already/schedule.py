i, j = sch.get_loops(sch.get_block("B", "main"))
sch.bind(i, "blockIdx.x")
sch.bind(j, "threadIdx.x")
