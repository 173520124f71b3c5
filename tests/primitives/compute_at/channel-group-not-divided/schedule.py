def schedule(sch):
    sch.compute_at(sch.get_block("init"), sch.get_loops(sch.get_block("compute"))[0])
