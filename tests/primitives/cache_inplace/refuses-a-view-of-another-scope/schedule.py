sch.cache_inplace(sch.get_block("update"), 0, "local")
