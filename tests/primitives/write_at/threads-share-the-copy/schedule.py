b = sch.get_sblock("C")
sch.write_at(sch.get_loops(b)[5], b, 0, "shared")
