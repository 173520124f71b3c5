read, write = sch.cache_inplace("C", 0, "local")
sch.cache_write(write, 0, "shared")
