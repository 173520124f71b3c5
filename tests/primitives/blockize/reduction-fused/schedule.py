def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    f = sch.fuse(i, j)
    sch.blockize(f)
