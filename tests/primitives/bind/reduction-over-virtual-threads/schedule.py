i, k = sch.get_loops("D")
sch.bind(k, "vthread.x")
