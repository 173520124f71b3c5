def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    d = sch.get_block("D")
    e = sch.get_block("E")
    sch.cache_read(d, 1, "local")
