c = sch.get_block("C", "main")
sch.decompose_reduction(c, sch.get_loops(c)[0])
