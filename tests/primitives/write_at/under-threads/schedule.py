sch.write_at(sch.get_loops(sch.get_block("B"))[0], sch.get_block("B"), 0, "shared")
