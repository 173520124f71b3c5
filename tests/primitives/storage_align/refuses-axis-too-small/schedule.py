def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, 0, -3, 8, 3)
