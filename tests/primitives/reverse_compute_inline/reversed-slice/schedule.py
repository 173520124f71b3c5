def schedule(sch):
    sch.reverse_compute_inline("C")
