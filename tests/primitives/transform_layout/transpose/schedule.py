def schedule(sch):
    sch.transform_layout(sch.get_block("C"), ("read", 0), index_map=lambda m, n: (n, m))
