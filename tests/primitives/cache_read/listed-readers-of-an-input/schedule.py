def schedule(sch):
    d = sch.get_block("D")
    sch.cache_read(d, 0, "shared", consumer_blocks=[d])
