sch.reindex_cache_write(sch.get_block("B"), 0, "shared", lambda i, j: (i // 4, j // 4, i % 4, j % 4))
