u = sch.add_unit_loop(sch.get_block("B"))
sch.vectorize(u)
