sch.cache_inplace(sch.get_block("update"), 1, "local")
