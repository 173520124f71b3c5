i, = sch.get_loops("B")
sch.split(i, [None, 65536, 65536])
