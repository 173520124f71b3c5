def schedule(sch):
    l = sch.get_loops(sch.get_block("block"))
    sch.reorder(*[l[x] for x in [3, 2]])
