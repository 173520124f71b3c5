def schedule(sch):
    b = sch.get_block("C_shared")
    l = sch.get_loops(b)
    sch.reorder(l[2], l[0])
    sch.parallel(l[1])
    sch.annotate(l[0], "x", 1)
    sch.annotate(b, "y", 1)
    sch.pad_einsum(b, [4, 4, 4])
    sch.annotate(l[2], "kept", 1)
