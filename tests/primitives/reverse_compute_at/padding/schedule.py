i, = sch.get_loops("B")
sch.reverse_compute_at(sch.get_block("C"), i)
