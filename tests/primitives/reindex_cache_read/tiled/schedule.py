b = sch.reindex_cache_read(block=sch.get_block("B"), read_buffer_index=0, storage_scope="wmma.matrix_a", index_map=lambda i, j: (i // 4, j // 4, i % 4, j % 4))
sch.annotate(b, "note", 1)
