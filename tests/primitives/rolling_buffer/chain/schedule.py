sch.rolling_buffer(sch.get_block("B"), 0)
sch.rolling_buffer(sch.get_block("C"), 0)
