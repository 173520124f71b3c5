sch.annotate(sch.get_block("B"), "key", None)
