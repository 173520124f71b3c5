def schedule(sch):
    sch.unsafe_set_dtype(sch.get_block("J"), 0, "int64")
