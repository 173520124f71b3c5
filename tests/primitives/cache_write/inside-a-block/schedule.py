def schedule(sch):
    sch.cache_write(sch.get_block("B"), 0, "shared")
    sch.cache_write(sch.get_block("D"), 0, "local")
