n, h, w, c, k, l = sch.get_loops(sch.get_block("C"))
wo, wi = sch.split(w, [None, 4])
sch.compute_at(sch.get_block("B"), wo)
sch.rolling_buffer(sch.get_block("B"), 0)
