def schedule(sch):
    b = sch.get_block("B")
    sch.annotate(b, "buffer_dim_align", [1, 2])
    sch.storage_align(b, 0, 0, 8, 3)
