b = sch.reindex(sch.get_block("C"), ("write", 0))
sch.annotate(b, "note", 1)
