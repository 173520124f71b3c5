sch.reindex_cache_read(sch.get_block("C"), 0, "shared", lambda i, j: (j, i))
