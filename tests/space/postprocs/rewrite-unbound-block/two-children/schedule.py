sch.compute_at(sch.get_block("M", "main"), sch.get_loops(sch.get_block("E", "main"))[0])
