sch.sample_categorical(candidates=[2, 3], probs=[0.0, 0.0])
