i, = sch.get_loops("B")
sch.sample_perfect_tile(i, n=2, max_innermost_factor=0)
