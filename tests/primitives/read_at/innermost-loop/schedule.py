b = sch.get_block("C")
sch.read_at(sch.get_loops(b)[2], b, 0, "shared.dyn")
