def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, "B", 0, 16, 4)
