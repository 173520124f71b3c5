sch.reindex_cache_write(sch.get_block("C"), 0, "bad", lambda i, j: (i, j))
