i, k = sch.get_loops("D")
a, b = sch.split(k, [None, 5])
sch.loop_partition(a, [2, None])
sch.decompose_reduction("D_k_01", sch.get_loops("D_k_01")[0])
