def schedule(sch):
    i, j = sch.get_loops("O")
    sch.blockize(j)
