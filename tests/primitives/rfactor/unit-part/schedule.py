def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [12, 1])
    sch.rfactor(k_1, 1)
