b = sch.get_block("C")
sch.write_at(sch.get_loops(b)[0], b, 0, "global")
