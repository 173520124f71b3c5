i, j = sch.get_loops("D")
sch.get_output_blocks(i)
