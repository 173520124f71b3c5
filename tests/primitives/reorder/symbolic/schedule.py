# interpret: no
i, j = sch.get_loops("D")
a, b = sch.split(i, [None, 16])
c, d = sch.split(j, [None, 16])
sch.reorder(a, c, b, d)
