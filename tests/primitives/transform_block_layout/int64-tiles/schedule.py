def schedule(sch):
    sch.transform_block_layout("B", lambda i, j: (i, j // 4, j % 4))
