def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    b = sch.blockize(j)
    l, = sch.get_loops(b)
    sch.blockize(l)
