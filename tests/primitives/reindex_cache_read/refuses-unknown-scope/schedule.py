sch.reindex_cache_read(sch.get_block("C"), 0, "bad", lambda i, j: (i, j))
