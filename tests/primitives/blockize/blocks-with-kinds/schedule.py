def schedule(sch):
    sch.vectorize(sch.get_loops("B")[2])
    sch.parallel(sch.get_loops("C")[0])
    sch.annotate(sch.get_block("C"), "a", 1)
    sch.blockize([sch.get_block("B"), sch.get_block("C")])
