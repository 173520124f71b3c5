sch.cache_read(sch.get_block("E"), 0, "shared", ["C"])
