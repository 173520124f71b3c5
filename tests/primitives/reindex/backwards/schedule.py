sch.reindex("B", ("read", 0))
