sch.cache_read(sch.get_block("C"), "Z", "shared")
