def schedule(sch):
    i, k = sch.get_loops("B")
    sch.vectorize(i)
    sch.transform_block_layout(sch.get_block("B"), lambda i, k: (k, i))
