b = sch.get_block("B")
sch.write_at(sch.get_loops(b)[0], b, 0, "shared")
