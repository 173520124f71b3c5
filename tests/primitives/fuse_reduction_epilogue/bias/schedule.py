def schedule(sch):
    sch.fuse_reduction_epilogue(reduction_block=sch.get_block("mm"), epilogue_block=sch.get_block("epi"))
