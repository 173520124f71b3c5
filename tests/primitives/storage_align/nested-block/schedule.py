def schedule(sch):
    sch.storage_align(sch.get_block("J"), 0, 0, 4, 1)
