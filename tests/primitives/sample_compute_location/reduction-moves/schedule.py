b = sch.get_block("B")
l = sch.sample_compute_location(block=b, decision=0)
sch.compute_at(b, l, preserve_unit_loops=True)
