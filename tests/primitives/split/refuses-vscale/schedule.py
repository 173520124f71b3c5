def schedule(sch):
    sch.split(sch.get_loops(sch.get_block("B"))[0], factors=[None, 4 * T.vscale()])
