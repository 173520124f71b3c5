def schedule(sch):
    c = sch.get_block("C")
    sch.cache_write(sch.get_block("B"), 0, "shared", consumer_blocks=[c])
