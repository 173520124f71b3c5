sch.split(sch.get_loops(sch.get_block("B"))[0], [2, None])
