i, j = sch.get_loops("D")
f = sch.fuse(i, j)
sch.loop_partition(f, [100, None])
