sch.transform_block_layout(sch.get_block("B"), lambda i, j: (j * 3 + i,))
