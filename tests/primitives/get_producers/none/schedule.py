found = sch.get_producers("B")
sch.annotate(sch.get_block("B"), "found", len(found))
