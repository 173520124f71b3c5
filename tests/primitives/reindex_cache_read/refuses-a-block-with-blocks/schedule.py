sch.reindex_cache_read(sch.get_block("o"), 0, "shared", lambda i: (i,))
