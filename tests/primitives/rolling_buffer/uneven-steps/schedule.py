# Parts start at i_0 * 3 // 2: one or two elements further each time.
b, c = sch.get_block("B"), sch.get_block("C")
o, _ = sch.split(sch.get_loops(c)[0], [None, 3])
sch.compute_at(b, o)
sch.rolling_buffer(b, 0)
