def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    a, b = sch.split(k, [None, 4])
    sch.rfactor(b, 0)
