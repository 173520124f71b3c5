b = sch.get_block("B")
l = sch.sample_compute_location(b)
sch.compute_at(b, l)
