sch.cache_index(sch.get_block("resize"), "global", cse_thresh=5)
