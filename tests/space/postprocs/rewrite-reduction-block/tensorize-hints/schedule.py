c = sch.get_block("C", "main")
sch.annotate(c, "meta_schedule.auto_tensorize", "update_intrin")
sch.annotate(c, "meta_schedule.auto_tensorize_init", "init_intrin")
