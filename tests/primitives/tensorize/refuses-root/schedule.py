def schedule(sch):
    sch.tensorize(sch.get_block("root"), "dot_16x4_vnni")
