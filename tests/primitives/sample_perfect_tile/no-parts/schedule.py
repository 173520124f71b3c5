i, = sch.get_loops("B")
sch.sample_perfect_tile(i, n=0)
