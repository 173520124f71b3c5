def schedule(sch):
    j, k = sch.get_loops(sch.get_block("C"))
    sch.rfactor(j, 1)
