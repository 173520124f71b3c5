def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [2, 3])
    sch.rfactor(k_1, 0)
