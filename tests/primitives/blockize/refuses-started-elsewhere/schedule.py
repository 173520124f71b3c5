ki, = sch.get_loops(sch.get_block("C"))
sch.blockize(ki)
