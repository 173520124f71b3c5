def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    w = sch.cache_write(d, 0, "shared")
    sch.reverse_compute_at(w, sch.get_loops(d)[0])
    sch.cache_write(d, 0, "local")
