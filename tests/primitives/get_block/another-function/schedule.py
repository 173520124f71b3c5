i, j = sch.get_loops(sch.get_block("D", func_name="other"))
sch.reorder(j, i)
