sch.reindex(sch.get_block("C"), ("read", 0))
sch.reindex(sch.get_block("C"), ("write", 0))
