sch.reindex_cache_read(sch.get_block("root"), 0, "shared", lambda *i: i)
