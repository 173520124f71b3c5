i, = sch.get_loops("B")
v = sch.sample_categorical([2, 3, 4, 5], [0.1, 0.2, 0.3, 0.4])
sch.split(i, [v, None])
