sch.cache_inplace(sch.get_block("C"), 0, "local")
