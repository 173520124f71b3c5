sch.cache_inplace(sch.get_block("B"), 0, "local")
