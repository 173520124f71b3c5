def schedule(sch):
    for name in ("e", "B"):
        i, j = sch.get_loops(sch.get_block(name))
        j0, j1 = sch.split(j, [None, 8])
        sch.vectorize(j1)
    sch.parallel(i)
