sch.cache_read("A", 0, "local")
