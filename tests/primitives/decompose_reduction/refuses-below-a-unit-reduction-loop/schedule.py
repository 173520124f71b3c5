def schedule(sch):
    c = sch.get_block("C")
    i, j, k = sch.get_loops(c)
    a, b = sch.split(k, [1, 12])
    sch.decompose_reduction(c, b)
