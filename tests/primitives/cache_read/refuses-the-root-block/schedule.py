def schedule(sch):
    sch.cache_read(sch.get_block("root"), 0, "local")
