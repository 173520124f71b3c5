def schedule(sch):
    m = sch.get_block("mm")
    e = sch.get_block("epi")
    l = sch.get_loops(e)
    sch.split(l[0], [None, 3])
    sch.fuse_reduction_epilogue(m, e)
