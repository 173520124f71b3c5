sch.reindex(sch.get_block("C"), ("read", 0))
