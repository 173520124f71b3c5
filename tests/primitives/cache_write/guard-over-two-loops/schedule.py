sch.cache_write("B", 0, "local")
