def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    sch.decompose_reduction(sch.get_block("C"), k)
    sch.rfactor(k, 0)
