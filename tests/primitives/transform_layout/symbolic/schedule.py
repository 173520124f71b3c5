# interpret: no


def schedule(sch):
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda m, n: [n, m])
