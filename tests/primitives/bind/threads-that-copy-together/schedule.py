i, j = sch.get_loops("D")
sch.bind(i, "threadIdx.x")
i, ax0_0, ax0_1 = sch.get_loops("A_shared")
sch.bind(ax0_1, "threadIdx.x")
