def schedule(sch):
    c = sch.get_block("C")
    sch.unsafe_hide_buffer_access(c, "write", [1])
