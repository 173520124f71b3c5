block = sch.get_block("B")
copy = sch.cache_read(block, 0, "local")
sch.cache_read(block, 0, "global")
sch.compute_inline(copy)
