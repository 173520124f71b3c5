sch.read_at(sch.get_loops(sch.get_block("B"))[1], sch.get_block("B"), 0, "shared")
