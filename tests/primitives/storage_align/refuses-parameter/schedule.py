def schedule(sch):
    sch.storage_align(sch.get_block("C"), 0, 0, 8, 3)
