def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    j0, j1 = sch.split(j, factors=[1, 16])
    sch.blockize(j1)
