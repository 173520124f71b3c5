sch.reindex(sch.get_block("C"), "D")
