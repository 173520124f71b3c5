i, j = sch.get_loops("B")
sch.reverse_compute_at(sch.get_block("C"), j, preserve_unit_loops=True, index=-1)
