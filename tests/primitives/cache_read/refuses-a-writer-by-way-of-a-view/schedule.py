sch.cache_read(sch.get_block("C"), 0, "shared")
