def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    sch.blockize(j)
