def schedule(sch):
    sch.transform_block_layout(sch.get_block("B"), lambda i, j: (i * 16 + j,))
