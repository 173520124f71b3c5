b = sch.get_sblock("C")
sch.read_at(sch.get_loops(b)[5], b, 1, "shared")
