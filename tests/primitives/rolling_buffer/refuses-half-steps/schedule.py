# Parts start at i_0 // 2: TVM rolls over multiples of loops only.
b, c = sch.get_block("B"), sch.get_block("C")
o, _ = sch.split(sch.get_loops(c)[0], [None, 1])
sch.compute_at(b, o)
sch.rolling_buffer(b, 0)
