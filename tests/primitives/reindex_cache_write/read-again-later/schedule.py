sch.reindex_cache_write(sch.get_block("D"), 0, "shared", lambda i, j: (j, i))
