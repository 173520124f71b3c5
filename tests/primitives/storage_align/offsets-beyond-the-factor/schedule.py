def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, 0, 0, 4, 9)
    sch.storage_align(b, 0, 1, 4, -1)
