def schedule(sch):
    b = sch.get_block("B")
    sch.annotate_buffer_access(b, 0, "read", lambda i, j: [(0, 16), j, j])
