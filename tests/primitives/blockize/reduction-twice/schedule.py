def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    a, b = sch.split(j, factors=[None, 4])
    c, d = sch.split(i, factors=[None, 4])
    sch.reorder(a, c, b, d)
    outer = sch.blockize(b)
    sch.blockize(sch.get_loops(outer)[1])
