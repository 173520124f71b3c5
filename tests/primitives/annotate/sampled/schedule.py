v = sch.sample_categorical([0, 16, 64], [0.25, 0.25, 0.5], decision=2)
sch.annotate(sch.get_block("root"), "meta_schedule.unroll_explicit", v)
