def schedule(sch):
    sch.reindex(sch.get_block("C"), ("read", 1))
