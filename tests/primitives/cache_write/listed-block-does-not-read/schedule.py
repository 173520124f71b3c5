sch.cache_write(sch.get_block("B"), 0, "shared", ["E"])
