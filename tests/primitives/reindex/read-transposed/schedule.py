sch.reindex(block=sch.get_block("C"), buffer=("read", 1))
