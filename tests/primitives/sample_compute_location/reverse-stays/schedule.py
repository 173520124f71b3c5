d = sch.get_block("D")
l = sch.sample_compute_location(sch.get_block("B"), decision=-1)
sch.reverse_compute_at(d, l)
