def schedule(sch):
    b = sch.get_block("B")
    sch.annotate_buffer_access(block=b, buffer_index=0, buf_type="read", gen_new_ranges=lambda vi, vj: ((vi - 1, vi + 1), (vj - 1, vj + 1)))
