def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda i, j, k, l: (i * 4 + j, k * 6 + l))
