def schedule(sch):
    sch.cache_write(sch.get_block("D"), 0, "shared")
