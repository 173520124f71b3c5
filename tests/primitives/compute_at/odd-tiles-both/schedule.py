def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j = sch.get_loops(d)
    i0, i1 = sch.split(i, factors=[None, 8])
    j0, j1 = sch.split(j, factors=[None, 6])
    sch.reorder(i0, j0, i1, j1)
    sch.compute_at(c, j0)
