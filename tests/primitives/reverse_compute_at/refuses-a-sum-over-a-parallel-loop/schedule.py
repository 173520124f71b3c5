i, k = sch.get_loops(sch.get_block("B"))
sch.parallel(k)
sch.reverse_compute_at(sch.get_block("C"), k)
