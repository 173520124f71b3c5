def schedule(sch):
    b = sch.get_block("B")
    sch.annotate_buffer_access(b, 0, "read", lambda i, j: [(i // 2 * 2, i // 2 * 2 + 2), (j % 4, j % 4 + 3)])
