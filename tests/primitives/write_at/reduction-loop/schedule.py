b = sch.get_block("C")
sch.write_at(sch.get_loops(b)[2], b, 0, "local")
