sch.rolling_buffer(sch.get_block("root"), 0)
