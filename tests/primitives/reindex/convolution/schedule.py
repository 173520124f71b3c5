b = sch.get_block("Y")
sch.reindex(b, ("read", 0))
sch.reindex(b, ("read", 1))
sch.reindex(b, ("write", 0))
