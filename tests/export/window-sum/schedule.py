def schedule(sch):
    B = sch.get_block("B")
    i, k = sch.get_loops(B)
    i0, i1 = sch.split(i, [None, 8])
    sch.reorder(i0, k, i1)
    sch.decompose_reduction(B, k)
    sch.unroll(i1)
