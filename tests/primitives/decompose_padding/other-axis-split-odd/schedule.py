def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    i_0, i_1 = sch.split(l[0], [None, 9])
    sch.decompose_padding(b, i_0)
