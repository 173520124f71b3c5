def schedule(sch):
    n, c, h, w, kh, kw = sch.get_loops("y")
    ho, hi = sch.split(h, [None, 6])
    wo, wi = sch.split(w, [None, 7])
    sch.reorder(n, c, ho, wo, hi, wi, kh, kw)
    sch.compute_at("pad", wo)
    sch.decompose_padding("pad", sch.get_loops("pad")[2])
