def schedule(sch):
    sch.transform_layout(sch.get_block("B"), "B", lambda m, n: [m * 16 + n])
