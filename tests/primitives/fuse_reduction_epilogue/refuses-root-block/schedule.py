def schedule(sch):
    sch.fuse_reduction_epilogue(sch.get_block("root"), sch.get_block("epi"))
