c = sch.get_block("C", "main")
for index in [0, 1]:
    copy = sch.cache_read(c, index, "global.vtcm")
    sch.compute_at(copy, sch.get_loops(c)[1])
