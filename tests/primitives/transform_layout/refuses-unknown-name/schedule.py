def schedule(sch):
    sch.transform_layout(sch.get_block("B"), "X", lambda m, n: [n, m])
