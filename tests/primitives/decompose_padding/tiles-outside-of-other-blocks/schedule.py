def schedule(sch):
    n, c, h, w, kh, kw = sch.get_loops("y")
    ho, hi = sch.split(h, [5, 5])
    wo, wi = sch.split(w, [5, 5])
    sch.reorder(n, c, ho, wo, hi, wi, kh, kw)
    sch.compute_at("pad", wo)
    sch.decompose_padding("pad", sch.get_loops("pad")[0])
