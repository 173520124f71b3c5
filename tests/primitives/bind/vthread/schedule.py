i, j, k = sch.get_loops("B")
sch.bind(j, "vthread.x")
