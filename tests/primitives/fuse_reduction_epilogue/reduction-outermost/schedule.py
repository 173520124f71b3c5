def schedule(sch):
    m = sch.get_block("mm")
    e = sch.get_block("epi")
    l = sch.get_loops(m)
    sch.reorder(l[2], l[0])
    sch.fuse_reduction_epilogue(m, e)
