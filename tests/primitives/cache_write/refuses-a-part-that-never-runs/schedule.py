sch.cache_write(sch.get_block("C"), 0, "shared")
