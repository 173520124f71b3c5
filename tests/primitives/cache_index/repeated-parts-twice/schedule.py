sch.cache_index(block=sch.get_block("B"), storage_scope="local", cse_thresh=2)
