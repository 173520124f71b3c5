copy = sch.cache_read(sch.get_block("B"), 0, "shared")
back = sch.cache_write(copy, 0, "global")
sch.reverse_compute_at(copy, sch.get_loops(back)[0])
