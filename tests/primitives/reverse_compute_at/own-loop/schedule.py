i, j = sch.get_loops("C")
sch.reverse_compute_at(sch.get_block("C"), i)
