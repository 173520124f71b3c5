def schedule(sch):
    sch.set_axis_separator(sch.get_block("B"), ("write", 0), [3])
