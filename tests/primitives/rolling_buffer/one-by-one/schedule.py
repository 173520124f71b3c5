i, = sch.get_loops(sch.get_block("C"))
sch.compute_at(sch.get_block("B"), i)
sch.rolling_buffer(sch.get_block("B"), 0)
