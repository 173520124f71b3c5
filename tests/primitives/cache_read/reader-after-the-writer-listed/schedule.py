sch.cache_read(sch.get_block("D"), 0, "shared", ["D"])
