i, k = sch.get_loops("D")
sch.loop_partition(i, [4, None])
sch.decompose_reduction("D_i1", sch.get_loops("D_i1")[1])
