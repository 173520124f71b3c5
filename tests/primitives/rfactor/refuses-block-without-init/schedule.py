def schedule(sch):
    i, k = sch.get_loops(sch.get_block("B"))
    sch.rfactor(k, 0)
