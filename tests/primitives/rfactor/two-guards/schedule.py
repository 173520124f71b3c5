def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [None, 7])
    k_2, k_3 = sch.split(k_1, [None, 2])
    sch.rfactor(k_3, 2)
