def schedule(sch):
    i, = sch.get_loops("B")
    sch.split(i, [None, 1500000000])
