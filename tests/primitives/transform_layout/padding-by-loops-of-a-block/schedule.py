def schedule(sch):
    sch.transform_layout("B", ("write", 0), lambda i, j: [i // 4, j // 4, i % 4, j % 4], pad_value=0)
