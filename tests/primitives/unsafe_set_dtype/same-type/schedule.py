def schedule(sch):
    b = sch.get_block("B")
    sch.unsafe_set_dtype(b, 0, "float32")
