def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    rf = sch.rfactor(k, 1)
    sch.annotate(rf, "partial", 1)
    sch.annotate(sch.get_block("C"), "final", 1)
    sch.annotate(k, "kept", 1)
