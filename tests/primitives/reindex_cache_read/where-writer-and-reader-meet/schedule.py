sch.reindex_cache_read(sch.get_block("C"), 0, "shared", lambda i: (i // 2, i % 2))
