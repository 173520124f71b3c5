d = sch.get_block("D")
i, j, k = sch.get_loops("C")
sch.compute_at(d, i)
