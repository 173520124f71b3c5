def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    d = sch.get_block("D")
    e = sch.get_block("E")
    i, j = sch.get_loops(b)
    sch.reverse_compute_at(c, i)
    sch.reverse_compute_at(d, i)
    sch.reverse_compute_at(e, i, index=-2)
