sch.cache_index(sch.get_block("B"), "global")
