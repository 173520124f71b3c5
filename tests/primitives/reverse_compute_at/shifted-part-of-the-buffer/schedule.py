def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    i = sch.get_loops(b)[0]
    i0, i1 = sch.split(i, factors=[None, 8])
    sch.reverse_compute_at(c, i0)
