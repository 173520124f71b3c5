def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda i, j: ((i * 16 + j) // 32, (i * 16 + j) % 32), pad_value=0.0)
