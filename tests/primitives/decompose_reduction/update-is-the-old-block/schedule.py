def schedule(sch):
    c = sch.get_block("C")
    d = sch.get_block("D")
    i, j, k = sch.get_loops(c)
    b = sch.decompose_reduction(c, k)
    sch.annotate(b, "init", 1)
    sch.annotate(c, "update", 1)
