def schedule(sch):
    sch.fuse_reduction_epilogue(sch.get_block("mm"), sch.get_block("epi"))
