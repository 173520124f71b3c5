i, j = sch.get_loops("D")
sch.unroll(j)
