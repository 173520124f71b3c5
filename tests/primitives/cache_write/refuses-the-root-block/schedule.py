def schedule(sch):
    sch.cache_write(sch.get_block("root"), 0, "local")
