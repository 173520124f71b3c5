def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    f = sch.fuse(i, j)
    a, b = sch.split(f, factors=[None, 8])
    sch.blockize(b)
