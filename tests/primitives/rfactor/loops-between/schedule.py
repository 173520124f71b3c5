def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [3, 4])
    sch.reorder(k_0, i, k_1, j)
    sch.rfactor(k_1, 1)
