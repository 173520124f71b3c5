sch.rolling_buffer(sch.get_block("S"), 0)
