def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    a, b = sch.split(i, factors=[None, 5])
    sch.blockize(j)
