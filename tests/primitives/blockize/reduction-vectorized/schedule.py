def schedule(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    a, b = sch.split(i, factors=[None, 4])
    sch.reorder(a, j, b)
    sch.vectorize(b)
    sch.annotate(b, "note", "x")
    sch.blockize(a)
