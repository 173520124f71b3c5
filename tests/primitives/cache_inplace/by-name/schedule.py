sch.cache_inplace(block=sch.get_block("C"), read_buffer_index="C", storage_scope="local")
