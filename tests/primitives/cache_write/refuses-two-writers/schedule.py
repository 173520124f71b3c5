def schedule(sch):
    sch.cache_write(sch.get_block("B1"), 0, "shared")
