def schedule(sch):
    sch.cache_read(sch.get_block("B"), 0, "local")
