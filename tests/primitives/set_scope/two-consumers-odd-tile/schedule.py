def schedule(sch):
    i, j = sch.get_loops(sch.get_block("C"))
    i_0, i_1 = sch.split(i, [None, 4])
    sch.compute_at(sch.get_block("B"), i_0)
    sch.set_scope(sch.get_block("B"), 0, "shared")
