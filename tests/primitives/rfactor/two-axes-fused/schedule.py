def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    f = sch.fuse(j, k)
    sch.rfactor(f, 0)
