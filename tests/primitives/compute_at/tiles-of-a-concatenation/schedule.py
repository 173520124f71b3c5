def schedule(sch):
    l, _ = sch.split(sch.get_loops(sch.get_block("T_concat"))[0], [None, 4])
    sch.compute_at(sch.get_block("T_add_1"), l, preserve_unit_loops=False)
    sch.compute_at(sch.get_block("T_add_2"), l, preserve_unit_loops=False)
