# interpret: no
i, j = sch.get_loops("D")
sch.split(i, [None, 16])
