i, = sch.get_loops("B")
v = sch.sample_categorical(candidates=[2, 3, 4], probs=[0.5, 0.25, 0.25], decision=1)
sch.split(i, [None, v])
