sch.annotate(sch.get_block("C", "main"), "meta_schedule.tiling_structure", "SSSRRSRS")
