i, j = sch.get_loops("B")
b, = sch.get_child_blocks(j)
b, c = sch.get_child_blocks(i)
sch.vectorize(sch.get_loops(c)[-1])
