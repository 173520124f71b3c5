i, k = sch.get_loops("D")
sch.loop_partition(k, [4, None])
sch.decompose_reduction("D_k1", sch.get_loops("D_k1")[0])
