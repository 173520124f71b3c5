sch.reindex(sch.get_block("root"), ("read", 0))
