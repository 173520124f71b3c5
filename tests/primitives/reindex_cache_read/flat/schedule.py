sch.reindex_cache_read(sch.get_block("B"), 0, "shared.dyn", lambda i, j: (i * 12 + j,))
