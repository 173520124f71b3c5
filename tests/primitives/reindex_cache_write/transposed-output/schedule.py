sch.reindex_cache_write(sch.get_block("C"), 0, "local", lambda i, j: (j, i))
