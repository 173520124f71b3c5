sch.cache_write(sch.get_block("o"), 0, "shared")
sch.cache_write(sch.get_block("C"), 0, "local")
