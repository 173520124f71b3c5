i, j = sch.get_loops("D")
sch.loop_partition(i, [4, None])
sch.compute_inline("B")
