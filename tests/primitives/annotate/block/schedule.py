sch.annotate(sch.get_block("B"), "meta_schedule.tiling_structure", "SSRSRS")
