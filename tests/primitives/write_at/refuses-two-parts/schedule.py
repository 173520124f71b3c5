sch.write_at(sch.get_loops(sch.get_block("left"))[0], sch.get_block("left"), 0, "global")
