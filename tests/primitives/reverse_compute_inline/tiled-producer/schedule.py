def schedule(sch):
    i, = sch.get_loops(sch.get_block("B"))
    sch.split(i, factors=[None, 7])
    sch.reverse_compute_inline(sch.get_block("C"))
