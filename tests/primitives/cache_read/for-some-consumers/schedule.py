c = sch.get_block("C")
sch.cache_read(c, 0, "global", consumer_blocks=[c])
