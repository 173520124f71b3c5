sch.reindex(sch.get_block("C"), ("both", 0))
