sch.cache_inplace(sch.get_block("o"), 0, "shared")
