def schedule(sch):
    sch.compute_at(sch.get_block("T_concat"), sch.get_loops(sch.get_block("slice"))[0], preserve_unit_loops=False)
    sch.compute_at(sch.get_block("compute"), sch.get_loops(sch.get_block("T_concat"))[0], preserve_unit_loops=False)
    sch.compute_at(sch.get_block("compute_1"), sch.get_loops(sch.get_block("T_concat"))[0], preserve_unit_loops=False)
