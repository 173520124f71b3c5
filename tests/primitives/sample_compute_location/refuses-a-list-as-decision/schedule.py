sch.sample_compute_location("B", decision=[1])
