b = sch.get_block("C")
sch.write_at(sch.get_loops(b)[1], b, 0, "shared")
