def schedule(sch):
    b = sch.get_block("B")
    sch.unsafe_set_dtype(b, buffer_index=0, dtype="float64")
