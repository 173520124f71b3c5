def schedule(sch):
    b = sch.get_block("B")
    sch.annotate(b, "explicit_read_region", 0)
    sch.annotate_buffer_access(b, 0, "read", lambda i, j: [i, j])
