def schedule(sch):
    c = sch.get_block("C")
    i, j, k = sch.get_loops(c)
    a, b = sch.split(k, [None, 4])
    rf = sch.rfactor(b, 0)
    l = sch.get_loops(rf)
    sch.decompose_reduction(rf, l[2])
