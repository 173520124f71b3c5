sch.compute_at(sch.get_block("B"), sch.get_loops("D")[0])
b = sch.get_block("B")
l = sch.sample_compute_location(block=b, decision=1)
sch.compute_at(b, l, preserve_unit_loops=True)
