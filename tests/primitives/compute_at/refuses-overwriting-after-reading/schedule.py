def schedule(sch):
    sch.compute_at(sch.get_block("B"), sch.get_loops(sch.get_block("D"))[0])
