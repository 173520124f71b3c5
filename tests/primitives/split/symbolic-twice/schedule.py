# interpret: no
i, j = sch.get_loops("D")
a, b = sch.split(i, [None, 16])
sch.split(a, [None, 4])
