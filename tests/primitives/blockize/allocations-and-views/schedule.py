def schedule(sch):
    i, j = sch.get_loops("B")
    sch.blockize(j)
