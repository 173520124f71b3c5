def schedule(sch):
    sch.set_scope(sch.get_block("J"), 0, "shared")
