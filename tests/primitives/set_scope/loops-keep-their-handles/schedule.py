def schedule(sch):
    b = sch.get_block("B")
    i, j = sch.get_loops(b)
    sch.set_scope(b, 0, "shared")
    sch.annotate(i, "kept", 1)
    sch.annotate(b, "kept", 1)
