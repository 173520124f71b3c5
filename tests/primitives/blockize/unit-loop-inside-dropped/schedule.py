def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    j0, j1 = sch.split(j, factors=[16, 1])
    sch.blockize(j1, False)
