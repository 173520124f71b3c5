sch.rolling_buffer(sch.get_block("C"), 0)
