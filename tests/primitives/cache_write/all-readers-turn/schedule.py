def schedule(sch):
    b = sch.get_block("B")
    c = sch.get_block("C")
    d = sch.get_block("D")
    e = sch.get_block("E")
    sch.cache_write(b, 0, "local", consumer_blocks=[c, d])
