def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    sch.parallel(l[0])
    sch.vectorize(l[1])
    sch.annotate(l[1], "x", 1)
    sch.annotate(b, "y", 1)
    sch.decompose_padding(b, l[0])
