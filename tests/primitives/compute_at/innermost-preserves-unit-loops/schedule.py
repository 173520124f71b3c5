def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j = sch.get_loops(d)
    sch.compute_at(c, j, preserve_unit_loops=True)
