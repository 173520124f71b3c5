def schedule(sch):
    i, j = sch.get_loops("B")
    i0, i1 = sch.split(i, factors=[None, 4])
    sch.compute_at("B", sch.get_loops("C")[0])
    sch.vectorize(sch.get_loops("C")[1])
    sch.transform_layout(sch.get_block("B"), ("write", 0), lambda m, n: (m // 4, n // 4, m % 4, n % 4))
