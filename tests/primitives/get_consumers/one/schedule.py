b, = sch.get_consumers(block=sch.get_block("C"))
sch.compute_inline("C")
sch.annotate(b, "found", 0)
