def schedule(sch):
    sch.transform_layout("C", ("read", 0), lambda n, h, w, c: (n * 36 + h * 6 + w, c))
