sch.sample_categorical(candidates=[2, 3], probs=[0.5, 0.5], decision=2)
