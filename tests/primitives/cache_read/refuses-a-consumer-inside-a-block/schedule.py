sch.cache_read(sch.get_block("o"), 0, "shared", consumer_blocks=[sch.get_block("C")])
