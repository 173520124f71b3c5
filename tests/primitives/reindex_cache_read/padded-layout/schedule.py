sch.reindex_cache_read(sch.get_block("B"), 0, "shared", lambda i: (i // 3, i % 3))
