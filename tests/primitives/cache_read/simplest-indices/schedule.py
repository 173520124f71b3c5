sch.cache_read(sch.get_block("B"), 0, "shared")
