sch.reindex_cache_read(sch.get_block("C"), 1, "shared", lambda i, j, k: (j // 4, k // 4, j % 4, k % 4))
