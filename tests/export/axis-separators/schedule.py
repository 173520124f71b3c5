def s(sch):
    C = sch.get_block("C")
    sch.set_axis_separator(C, ("write", 0), [1])
    sch.set_axis_separator(C, ("read", 0), [1])
