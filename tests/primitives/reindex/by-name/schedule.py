sch.reindex(sch.get_block("C"), "B")
sch.reindex(sch.get_block("C"), "C")
