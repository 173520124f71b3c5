# interpret: no
sch.cache_read(sch.get_block("C"), 0, "shared")
sch.cache_write(sch.get_block("C"), 0, "shared")
