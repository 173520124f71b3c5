i, = sch.get_loops("opaque")
sch.split(i, [4, 15])
