# interpret: no
i, j = sch.get_loops("D")
sch.split(i, [4, None, 3])
