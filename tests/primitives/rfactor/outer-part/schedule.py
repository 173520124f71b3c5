def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [3, 4])
    sch.rfactor(k_0, 0)
