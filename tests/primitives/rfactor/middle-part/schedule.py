def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1, k_2 = sch.split(k, [2, 2, 3])
    sch.rfactor(k_1, 2)
