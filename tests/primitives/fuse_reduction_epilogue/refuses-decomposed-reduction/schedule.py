def schedule(sch):
    m = sch.get_block("mm")
    e = sch.get_block("epi")
    l = sch.get_loops(m)
    sch.decompose_reduction(m, l[2])
    sch.fuse_reduction_epilogue(m, e)
