sch.get_block("D")
