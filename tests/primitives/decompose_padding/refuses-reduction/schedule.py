def schedule(sch):
    b = sch.get_block("conv")
    sch.decompose_padding(b, sch.get_loops(b)[0])
