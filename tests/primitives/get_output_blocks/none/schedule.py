found = sch.get_output_blocks("D")
sch.annotate(sch.get_block("D"), "found", len(found))
