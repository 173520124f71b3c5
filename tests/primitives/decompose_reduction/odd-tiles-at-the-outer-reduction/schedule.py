def schedule(sch):
    c = sch.get_block("C")
    i, j, k = sch.get_loops(c)
    a, b = sch.split(i, [None, 3])
    x, y = sch.split(k, [None, 5])
    sch.reorder(a, x, b, y, j)
    sch.decompose_reduction(c, x)
