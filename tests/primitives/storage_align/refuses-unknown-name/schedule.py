def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, "A", 0, 8, 3)
