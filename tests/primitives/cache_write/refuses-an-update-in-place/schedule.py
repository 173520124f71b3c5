sch.cache_write(block="B", write_buffer_index=0, storage_scope="local")
