sch.annotate(sch.get_block("C", "main"), "meta_schedule.auto_tensorize", "update_intrin")
