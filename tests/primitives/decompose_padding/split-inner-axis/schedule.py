def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    j_0, j_1 = sch.split(l[1], [None, 3])
    sch.decompose_padding(b, j_1)
