def s(sch):
    B, C = sch.get_block("B"), sch.get_block("C")
    sch.transform_layout(B, ("read", 0), lambda i, j: (j, i))
    sch.transform_layout(B, ("write", 0), lambda i, j: (j // 7, i, j % 7))
    sch.transform_layout(C, ("read", 0), lambda i, j: (j // 4, i, j % 4), pad_value=lambda a, i, b: T.int8(-9))
