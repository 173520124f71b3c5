sch.read_at(sch.get_loops(sch.get_block("C"))[1], sch.get_block("C"), 0, "shared")
