def schedule(sch):
    sch.transform_layout("B", "B", lambda *i: [i[-1], i[0]])
