i, j, k, l = sch.get_loops(sch.get_block("C"))
f = sch.fuse(i, j)
sch.compute_at(sch.get_block("B"), f)
sch.rolling_buffer(sch.get_block("B"), 0)
