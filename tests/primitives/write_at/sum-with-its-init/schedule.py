b = sch.get_sblock("C")
sch.write_at(sch.get_loops(b)[6], b, 0, "local")
