def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    j = sch.get_loops(c)[0]
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.compute_at(b, j0, preserve_unit_loops=True)
