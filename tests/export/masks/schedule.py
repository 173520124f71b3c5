def schedule(sch):
    for name in ("C", "D"):
        (i,) = sch.get_loops(sch.get_block(name))
        i0, i1 = sch.split(i, [None, 6])
        sch.vectorize(i1)
