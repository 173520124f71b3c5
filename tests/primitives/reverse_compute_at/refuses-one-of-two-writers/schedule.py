def schedule(sch):
    e = sch.get_block("E")
    sch.reverse_compute_at(e, sch.get_loops(sch.get_block("B1"))[0])
