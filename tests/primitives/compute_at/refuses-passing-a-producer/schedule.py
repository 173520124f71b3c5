def schedule(sch):
    sch.compute_at(sch.get_block("X"), sch.get_loops(sch.get_block("other"))[0])
