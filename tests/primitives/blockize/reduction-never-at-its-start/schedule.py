block = sch.get_block("C")
u = sch.add_unit_loop(block)
sch.blockize(u)
