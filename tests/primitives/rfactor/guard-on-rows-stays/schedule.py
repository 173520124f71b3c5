def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    i_0, i_1 = sch.split(i, [None, 7])
    k_0, k_1 = sch.split(k, [None, 5])
    sch.rfactor(k_1, 2)
