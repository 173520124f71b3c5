b, = sch.get_producers(block=sch.get_block("C"))
sch.annotate(b, "found", 0)
