def schedule(sch):
    b = sch.get_block("block")
    l = sch.get_loops(b)
    sch.decompose_padding(b, sch.get_loops(sch.get_block("conv"))[0])
