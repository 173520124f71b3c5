def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda i, j, k, l: (l * 4 + j, i))
