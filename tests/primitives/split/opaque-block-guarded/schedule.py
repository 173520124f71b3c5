i, = sch.get_loops("opaque")
sch.split(i, [7, 9])
