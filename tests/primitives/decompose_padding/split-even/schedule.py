def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    i_0, i_1 = sch.split(l[0], [None, 7])
    sch.decompose_padding(b, i_1)
