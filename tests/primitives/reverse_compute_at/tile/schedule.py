def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    i0, i1 = sch.split(i, factors=[None, 4])
    sch.reverse_compute_at(d, i0)
