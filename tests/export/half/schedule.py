def schedule(sch):
    for name in ("C", "D"):
        i, j = sch.get_loops(sch.get_block(name))
        j0, j1 = sch.split(j, [None, 8])
        sch.vectorize(j1)
