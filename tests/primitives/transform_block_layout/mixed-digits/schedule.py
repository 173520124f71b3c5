def schedule(sch):
    sch.transform_block_layout(sch.get_block("B"), lambda i, j: (j // 8, i * 8 + j % 8))
