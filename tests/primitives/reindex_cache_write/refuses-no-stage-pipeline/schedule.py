sch.reindex_cache_write(sch.get_block("C"), 0, "shared", lambda i, j: (j, i))
