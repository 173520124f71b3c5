def schedule(sch):
    conv = sch.get_block("conv")
    n, co, h, w, ci, kh, kw = sch.get_loops(conv)
    sch.reorder(n, co, h, ci, kh, kw, w)
    sch.parallel(co)
    sch.vectorize(w)
    sch.unroll(kw)
    sch.decompose_reduction(conv, ci)
