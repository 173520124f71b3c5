def schedule(sch):
    b = sch.get_block("B")
    d = sch.get_block("D")
    sch.compute_at(b, sch.get_loops(d)[0])
