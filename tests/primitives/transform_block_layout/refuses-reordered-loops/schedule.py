def schedule(sch):
    sch.transform_block_layout(sch.get_block("C"), lambda i, j: (j, i))
