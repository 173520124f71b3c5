def schedule(sch):
    b = sch.get_block("C")
    sch.annotate_buffer_access(b, 1, "read", lambda i, j: [i, (j, j + 2)])
