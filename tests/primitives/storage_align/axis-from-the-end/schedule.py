def schedule(sch):
    b = sch.get_block("B")
    sch.storage_align(b, buffer_index=0, axis=-2, factor=8, offset=3)
