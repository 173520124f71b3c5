def schedule(sch):
    b = sch.get_block("B")
    sch.set_scope(b, 0, "shared.dyn")
    sch.set_scope(b, 0, "local")
    sch.cache_read(sch.get_block("C"), 0, "warp")
