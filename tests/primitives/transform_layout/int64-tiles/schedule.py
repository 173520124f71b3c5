def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda i: (i // 8, i % 8))
