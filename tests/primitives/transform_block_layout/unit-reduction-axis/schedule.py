def schedule(sch):
    sch.transform_block_layout("B", lambda i, j, k, l: (j, i, l, k))
