sch.write_at(sch.get_loops(sch.get_block("C"))[0], sch.get_block("C"), 0, "shared")
