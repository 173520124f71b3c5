def schedule(sch):
    b = sch.get_block("B")
    sch.annotate_buffer_access(b, 0, "write", lambda i, j: [i, j])
