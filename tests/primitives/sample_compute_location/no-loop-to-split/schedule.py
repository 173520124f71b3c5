l = sch.sample_compute_location("B", decision=-1)
sch.split(l, [None, 2])
