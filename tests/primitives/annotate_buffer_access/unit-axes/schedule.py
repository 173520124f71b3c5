# The axis of one value stays, and nothing is known of what vj is less than.
sch.annotate_buffer_access(sch.get_block("B"), 0, "read", lambda vi, vj: ((vi, vi + 1), (T.max(vj - 2, 0), T.min(vj, 15) + 1)))
sch.annotate_buffer_access(sch.get_block("B"), 0, "write", lambda vi, vj: (vi, vj % 16))
