sch.cache_read(sch.get_block("C"), 5, "shared")
