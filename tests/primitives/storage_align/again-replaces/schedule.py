def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, 0, 0, 128, 1)
    sch.storage_align(b, 0, 1, 64, 2)
    sch.storage_align(b, 0, -2, 32, 3)
