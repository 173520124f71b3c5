sch.parallel(sch.get_loops("C")[0])
