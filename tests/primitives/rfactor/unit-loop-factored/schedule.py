def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    u = sch.add_unit_loop(i)
    sch.rfactor(u, 1)
