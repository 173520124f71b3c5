def s(sch):
    C = sch.get_block("C")
    sch.transform_layout(C, ("read", 1), lambda i, j: (j // 8, i, j % 8))
    sch.transform_layout(C, ("write", 0), lambda i, j: (j, i))
    sch.transform_layout(C, ("write", 0), lambda i, j: (i, j // 5, j % 5))
