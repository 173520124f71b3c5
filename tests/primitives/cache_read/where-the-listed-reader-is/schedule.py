def schedule(sch):
    e = sch.get_block("E")
    sch.cache_read(e, 0, "shared", consumer_blocks=[e])
