b = sch.get_block("B")
sch.compute_inline(b)
sch.get_consumers(b)
