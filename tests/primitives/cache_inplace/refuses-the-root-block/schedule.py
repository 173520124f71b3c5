sch.cache_inplace(sch.get_block("root"), 0, "local")
