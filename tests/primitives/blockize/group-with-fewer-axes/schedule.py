def schedule(sch):
    sch.blockize([sch.get_block("B"), sch.get_block("D")])
