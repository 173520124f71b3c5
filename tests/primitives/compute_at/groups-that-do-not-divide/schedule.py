sch.compute_at(sch.get_sblock("init"), sch.get_loops(sch.get_sblock("compute"))[0])
