sch.rolling_buffer(sch.get_block("B"), 0)
