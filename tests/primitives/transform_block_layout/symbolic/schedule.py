# interpret: no


def schedule(sch):
    sch.transform_block_layout(sch.get_block("B"), lambda i, j: (i, j // 4, j % 4))
