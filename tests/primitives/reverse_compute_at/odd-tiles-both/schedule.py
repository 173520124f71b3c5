def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    i0, i1 = sch.split(i, factors=[None, 8])
    j0, j1 = sch.split(j, factors=[None, 6])
    sch.reorder(i0, j0, i1, j1, k)
    sch.reverse_compute_at(d, j0)
