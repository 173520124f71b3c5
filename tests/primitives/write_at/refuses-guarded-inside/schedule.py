sch.write_at(sch.get_loops(sch.get_block("inside"))[0], sch.get_block("inside"), 0, "global")
