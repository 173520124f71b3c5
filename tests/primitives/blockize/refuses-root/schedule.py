def schedule(sch):
    sch.blockize([sch.get_block("root"), sch.get_block("C")])
