def schedule(sch):
    sch.blockize(sch.get_loops("B")[0])
