def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, -1, 0, 8, 3)
