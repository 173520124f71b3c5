def schedule(sch):
    b = sch.get_block("B")
    a = sch.cache_read(b, 0, "shared")
    sch.compute_at(a, sch.get_loops(b)[0])
