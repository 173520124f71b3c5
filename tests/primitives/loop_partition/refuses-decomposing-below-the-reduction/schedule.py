k, i = sch.get_loops("S")
first, second = sch.loop_partition(i, [2, None])
sch.decompose_reduction("S_i1", second)
