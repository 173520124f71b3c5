def schedule(sch):
    c = sch.get_block("C")
    sch.set_scope(c, 0, "local")
