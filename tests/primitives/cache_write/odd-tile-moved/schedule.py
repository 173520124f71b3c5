def schedule(sch):
    b = sch.get_block("B")
    w = sch.cache_write(b, 0, "shared")
    sch.reverse_compute_at(w, sch.get_loops(b)[0])
