def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, 0, axis=0, factor=128, offset=1)
