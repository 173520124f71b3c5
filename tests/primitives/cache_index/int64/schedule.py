sch.cache_index(sch.get_block("C"), "shared.dyn")
