def schedule(sch):
    sch.cache_write(sch.get_block("B"), 0, "shared", consumer_blocks=[sch.get_block("D")])
