i, j = sch.get_loops("D")
sch.bind(j, "threadIdx.x")
sch.loop_partition(j, [4, None])
