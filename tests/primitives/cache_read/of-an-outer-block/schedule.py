def schedule(sch):
    sch.cache_read(sch.get_block("outer"), 0, "shared")
