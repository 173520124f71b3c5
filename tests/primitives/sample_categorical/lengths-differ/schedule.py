sch.sample_categorical(candidates=[2, 3], probs=[1.0])
