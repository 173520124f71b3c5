sch.get_block("X")
