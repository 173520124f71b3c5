def schedule(sch):
    sch.compute_at(sch.get_block("B0"), sch.get_loops(sch.get_block("E"))[0])
