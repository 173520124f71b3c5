sch.reindex(sch.get_block("D"), ("read", 0))
