sch.unannotate(sch.get_block("B"), "other")
