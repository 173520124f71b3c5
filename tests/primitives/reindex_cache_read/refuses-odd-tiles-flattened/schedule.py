sch.reindex_cache_read(sch.get_block("B"), 0, "global", lambda i, j: (j * 3 + i,))
