i, j, k, l = sch.get_loops(sch.get_block("C"))
jo, ji = sch.split(j, [None, 4])
sch.compute_at(sch.get_block("B"), jo)
sch.rolling_buffer(sch.get_block("B"), 0)
