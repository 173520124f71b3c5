sch.reindex(sch.get_block("outer"), ("read", 0))
