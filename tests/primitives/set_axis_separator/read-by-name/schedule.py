def schedule(sch):
    sch.set_axis_separator(sch.get_block("C"), "B", [1])
