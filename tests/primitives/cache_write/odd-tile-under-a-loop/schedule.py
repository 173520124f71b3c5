def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    sch.reverse_compute_at(c, sch.get_loops(b)[0])
    sch.cache_write(b, 0, "local")
