def schedule(sch):
    b = sch.get_block("B")
    sch.annotate_buffer_access(b, 1, "read", lambda i, j: [i, j])
