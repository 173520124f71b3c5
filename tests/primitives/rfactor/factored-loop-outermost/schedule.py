def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1, k_2 = sch.split(k, [2, 3, 2])
    sch.reorder(k_2, k_1, i, k_0, j)
    sch.rfactor(k_2, 1)
