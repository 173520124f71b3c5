sch.cache_read("C", "B", "local")
