sch.get_block("B", "other")
