def schedule(sch):
    b = sch.get_block("B")
    sch.annotate(b, "x", 1)
    sch.storage_align(b, 0, 0, 16, 4)
