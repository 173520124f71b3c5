b0, b1 = sch.cache_inplace(sch.get_block("update"), 0, "local")
sch.annotate(b0, "first", 1)
sch.annotate(b1, "second", 2)
