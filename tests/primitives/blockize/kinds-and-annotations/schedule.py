def schedule(sch):
    b = sch.get_block("B")
    i, j = sch.get_loops(b)
    sch.vectorize(j)
    sch.annotate(i, "note", 1)
    sch.annotate(b, "mark", "x")
    sch.blockize(i)
