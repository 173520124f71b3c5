found = sch.get_consumers("D")
sch.annotate(sch.get_block("D"), "found", len(found))
