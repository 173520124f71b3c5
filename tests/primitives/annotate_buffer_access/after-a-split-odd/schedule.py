def schedule(sch):
    b = sch.get_block("B")
    i, j = sch.get_loops(b)
    sch.split(i, [None, 5])
    sch.annotate_buffer_access(b, 0, "read", lambda i, j: [i, (0, 12)])
