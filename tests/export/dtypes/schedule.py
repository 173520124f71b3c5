def schedule(sch):
    for name in "EFGHI":
        (i,) = sch.get_loops(sch.get_block(name))
        i0, i1 = sch.split(i, [None, 8])
        sch.vectorize(i1)
