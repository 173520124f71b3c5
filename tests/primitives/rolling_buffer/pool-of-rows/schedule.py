i, j, k, l = sch.get_loops(sch.get_block("C"))
io, ii = sch.split(i, [None, 4])
sch.compute_at(sch.get_block("B"), io)
sch.rolling_buffer(sch.get_block("B"), 0)
