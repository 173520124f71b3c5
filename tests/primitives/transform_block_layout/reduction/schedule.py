def schedule(sch):
    sch.transform_block_layout(sch.get_block("B"), lambda i, k: (i // 4, k // 2, i % 4, k % 2))
