def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    sch.add_unit_loop(sch.get_block("C"))
    sch.rfactor(k, 1)
