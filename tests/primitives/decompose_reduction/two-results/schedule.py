def schedule(sch):
    b = sch.get_block("argmax")
    i, k = sch.get_loops(b)
    sch.decompose_reduction(b, k)
