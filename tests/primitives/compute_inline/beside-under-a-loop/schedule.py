def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    d = sch.get_block("D")
    e = sch.get_block("E")
    i, j = sch.get_loops(d)
    sch.compute_at(c, i)
    sch.compute_inline(c)
