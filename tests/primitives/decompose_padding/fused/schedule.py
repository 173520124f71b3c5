def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    f = sch.fuse(l[0], l[1])
    sch.decompose_padding(b, f)
