def schedule(sch):
    c = sch.get_block("C")
    sch.unsafe_set_dtype(c, 1, "float64")
    sch.unsafe_set_dtype(c, 0, "int64")
