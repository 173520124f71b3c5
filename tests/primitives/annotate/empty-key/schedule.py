sch.annotate(sch.get_block("B"), "", 1)
