i, j = sch.get_loops("D")
v = sch.sample_categorical([3, 5], [0.5, 0.5], decision=1)
sch.loop_partition(j, [v, None])
