def schedule(sch):
    i, k = sch.get_loops("B")
    sch.split(i, factors=[4, 4])
    sch.transform_block_layout(sch.get_block("B"), lambda i, k: (k, i))
