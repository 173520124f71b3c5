def schedule(sch):
    sch.transform_layout("B", "B", lambda m, n: (m // 4, n, m % 4))
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda a, b, c: (c, a, b))
