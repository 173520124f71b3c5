def schedule(sch):
    b = sch.get_block("s")
    u, i0, k, i1 = sch.get_loops(b)
    sch.decompose_reduction(b, u)
