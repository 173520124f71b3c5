def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 1), lambda m, n: [n, m])
