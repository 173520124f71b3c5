def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    d = sch.get_block("D")
    e = sch.get_block("E")
    sch.reverse_compute_at(d, sch.get_loops(b)[0])
