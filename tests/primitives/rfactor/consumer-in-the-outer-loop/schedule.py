def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    sch.reverse_compute_at(sch.get_block("D"), i)
    sch.rfactor(k, 0)
