def schedule(sch):
    for name in ("B", "C", "D"):
        sch.vectorize(sch.get_loops(sch.get_block(name))[1])
