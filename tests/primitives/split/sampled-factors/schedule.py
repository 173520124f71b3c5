i, j = sch.get_loops("D")
v = sch.sample_categorical([4, 8], [0.5, 0.5], decision=0)
sch.split(j, [None, v])
