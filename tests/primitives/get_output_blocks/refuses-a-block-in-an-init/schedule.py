sch.get_output_blocks(sch.get_block("D_init"))
