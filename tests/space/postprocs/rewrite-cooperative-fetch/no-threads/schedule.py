c = sch.get_block("C", "main")
copy = sch.cache_read(c, 0, "shared")
sch.annotate(copy, "meta_schedule.cooperative_fetch", sch.sample_categorical([4, 1], [0.5, 0.5], decision=0))
