def schedule(sch):
    sch.rfactor(sch.get_loops(sch.get_block("C"))[2], 0)
