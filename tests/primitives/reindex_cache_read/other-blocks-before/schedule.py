sch.reindex_cache_read(sch.get_block("D"), 0, "shared", lambda i: (i,))
