def schedule(sch):
    sch.set_scope(sch.get_block("C"), 0, "global")
