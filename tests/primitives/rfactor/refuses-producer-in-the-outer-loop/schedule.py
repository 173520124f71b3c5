def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    sch.compute_at(sch.get_block("B"), i)
    sch.rfactor(k, 0)
