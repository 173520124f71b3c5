def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    a, b = sch.split(j, factors=[None, 4])
    c, d = sch.split(i, factors=[None, 4])
    sch.reorder(c, a, d, b)
    outer = sch.blockize(d)
    sch.decompose_reduction(outer, a)
