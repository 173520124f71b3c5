sch.reindex_cache_write(sch.get_block("C"), 1, "shared", lambda i, j: (i, j))
