i, j = sch.get_loops("D")
a, b, c = sch.loop_partition(loop=j, factors=[4, 7, None])
sch.vectorize(a)
sch.unroll(c)
