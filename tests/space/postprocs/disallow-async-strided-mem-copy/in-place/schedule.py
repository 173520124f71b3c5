c = sch.get_block("C", "main")
copy = sch.cache_read(c, 1, "global.vtcm")
sch.compute_at(copy, sch.get_loops(c)[1])
