sch.cache_index(sch.get_block("resize"), "foo")
