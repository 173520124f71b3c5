def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j = sch.get_loops(d)
    i0, i1 = sch.split(i, factors=[None, 4])
    sch.compute_at(c, i0)
