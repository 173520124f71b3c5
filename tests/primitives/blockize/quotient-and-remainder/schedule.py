def schedule(sch):
    i, j, k = sch.get_loops("B")
    sch.blockize(k)
