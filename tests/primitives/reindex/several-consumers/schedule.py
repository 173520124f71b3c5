sch.reindex(sch.get_block("B"), ("write", 0))
