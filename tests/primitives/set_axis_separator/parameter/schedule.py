def schedule(sch):
    sch.set_axis_separator(sch.get_block("B"), ("read", 0), [1])
