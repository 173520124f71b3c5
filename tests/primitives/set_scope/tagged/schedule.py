def schedule(sch):
    b = sch.get_block("B")
    sch.set_scope(b, buffer_index=0, storage_scope="local.reg")
