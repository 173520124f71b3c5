b = sch.get_block("C", "main")
