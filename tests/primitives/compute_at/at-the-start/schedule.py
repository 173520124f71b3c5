b = sch.get_block("B")
i, j = sch.get_loops("C")
sch.compute_at(b, i, index=-2)
