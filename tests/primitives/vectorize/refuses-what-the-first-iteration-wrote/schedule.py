# Of the parts of the window all but the first are empty, and iterations of the copy read all of it.
i, r = sch.get_loops("C")
sch.compute_at("P", i)
_, p = sch.get_loops("P")
p0, p1 = sch.split(p, [3, 5])
copy = sch.reindex_cache_read("C", 0, "local", lambda vi, vr: (vr, vi))
_, k = sch.get_loops(copy)
m = sch.merge(p0, k)
sch.vectorize(m)
