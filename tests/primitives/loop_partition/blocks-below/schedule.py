i, = sch.get_loops("outer")
sch.loop_partition(i, [4, None])
