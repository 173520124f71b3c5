def schedule(sch):
    sch.cache_write(sch.get_block("s"), 0, "local")
