sch.transform_block_layout(sch.get_block("C"), lambda i, j: (j, i))
sch.reverse_compute_inline(sch.get_block("C"))
