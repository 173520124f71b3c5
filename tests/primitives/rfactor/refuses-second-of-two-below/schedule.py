def schedule(sch):
    sch.rfactor(sch.get_loops(sch.get_block("D"))[2], 0)
