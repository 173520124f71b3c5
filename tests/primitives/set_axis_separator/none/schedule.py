def schedule(sch):
    sch.set_axis_separator(sch.get_block("B"), ("write", 0), [1])
    sch.set_axis_separator(sch.get_block("B"), ("write", 0), [])
