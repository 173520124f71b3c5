def schedule(sch):
    i, j, k, l = sch.get_loops("B")
    sch.blockize(k)
