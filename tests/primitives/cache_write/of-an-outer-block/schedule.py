def schedule(sch):
    sch.cache_write(sch.get_block("outer"), 0, "shared")
