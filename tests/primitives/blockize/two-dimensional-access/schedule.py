def schedule(sch):
    i, j = sch.get_loops("B")
    a, b = sch.split(i, factors=[None, 4])
    sch.reorder(a, j, b)
    sch.blockize(j)
