found = sch.get_consumers("B")
sch.annotate(sch.get_block("B"), "found", len(found))
