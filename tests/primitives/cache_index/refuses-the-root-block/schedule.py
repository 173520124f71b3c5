sch.cache_index(sch.get_block("root"), "global")
