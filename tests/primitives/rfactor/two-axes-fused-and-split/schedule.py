def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    f = sch.fuse(j, k)
    a, b = sch.split(f, [None, 2])
    sch.rfactor(b, 0)
