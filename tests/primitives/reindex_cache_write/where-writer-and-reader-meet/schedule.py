sch.reindex_cache_write(sch.get_block("B"), 0, "shared", lambda i: (i // 2, i % 2))
