i, kh, kw = sch.get_loops(sch.get_block("C"))
first, rest = sch.loop_partition(kw, [1])
sch.blockize(first)
