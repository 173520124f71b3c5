sch.decompose_reduction(sch.get_block("Z"), sch.get_loops(sch.get_block("Z"))[0])
