sch.sample_compute_location("root")
