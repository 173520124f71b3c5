sch.reindex(sch.get_block("C"), ("write", 0))
