def schedule(sch):
    sch.cache_write(sch.get_block("B"), 0, "local")
    sch.transform_block_layout(sch.get_block("B"), lambda i, j: (j, i))
