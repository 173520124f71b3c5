sch.cache_write(sch.get_block("C"), 1, "global")
