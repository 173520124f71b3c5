sch.cache_inplace(sch.get_block("BC"), 1, "global")
