i, j = sch.get_loops("D")
sch.split(j, [None, sch.sample_categorical([6], [1.0])])
