def schedule(sch):
    c = sch.get_block("C")
    sch.unsafe_hide_buffer_access(c, "read", [1])
