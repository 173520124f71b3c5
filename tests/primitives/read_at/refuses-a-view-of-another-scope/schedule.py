b = sch.get_block("C")
sch.read_at(sch.get_loops(b)[0], b, 0, "shared")
