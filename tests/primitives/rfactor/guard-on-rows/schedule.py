def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    sch.rfactor(k, 0)
