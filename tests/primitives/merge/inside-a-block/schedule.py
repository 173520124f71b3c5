j, = sch.get_loops("D")
l, = sch.get_loops("E")
sch.merge(j, l)
