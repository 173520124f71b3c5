def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    a, b = sch.split(j, [None, 2])
    c, d = sch.split(k, [None, 3])
    sch.reorder(i, b, a, d, c)
    sch.rfactor(d, 0)
