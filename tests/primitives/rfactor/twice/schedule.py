def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    k_0, k_1 = sch.split(k, [3, 4])
    rf = sch.rfactor(k_1, 0)
    loops = sch.get_loops(rf)
    sch.rfactor(loops[2], 0)
