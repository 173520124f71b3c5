def schedule(sch):
    c = sch.get_block("C")
    sch.storage_align(c, 1, 0, 4, 1)
    sch.storage_align(c, 0, 0, 2, 1)
