def schedule(sch):
    ii, jj = sch.get_loops("B")
    sch.blockize(jj)
