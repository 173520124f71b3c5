def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    r = sch.decompose_padding(b, l[0])
    sch.annotate(r, "constant", 1)
    sch.annotate(b, "inside", 1)
    sch.annotate(l[0], "kept", 1)
