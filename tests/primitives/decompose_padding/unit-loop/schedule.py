def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    sch.add_unit_loop(l[1])
    sch.decompose_padding(b, l[0])
