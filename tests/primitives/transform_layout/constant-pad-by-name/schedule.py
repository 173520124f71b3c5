def schedule(sch):
    sch.transform_layout(block="B", buffer="B", index_map=lambda i, j: [i, j // 4, j % 4], pad_value=0)
