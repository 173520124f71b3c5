read, write = sch.cache_inplace("C", 0, "local")
sch.cache_read(read, 0, "shared")
