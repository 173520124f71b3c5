def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    sch.cache_write(c, 0, "register")
