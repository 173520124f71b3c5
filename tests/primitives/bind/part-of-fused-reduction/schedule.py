b, i, j = sch.get_loops("C")
outer, inner = sch.split(sch.fuse(i, j), factors=[None, 4])
sch.bind(inner, "threadIdx.x")
