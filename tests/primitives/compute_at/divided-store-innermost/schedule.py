def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    sch.compute_at(b, sch.get_loops(c)[1])
