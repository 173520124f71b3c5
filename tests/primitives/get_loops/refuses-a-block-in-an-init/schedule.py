def schedule(sch):
    sch.get_loops("C_init")
