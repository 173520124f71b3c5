sch.transform_block_layout(sch.get_block("tile"), lambda i: (i,))
