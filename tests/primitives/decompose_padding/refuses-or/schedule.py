def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    sch.decompose_padding(b, l[0])
