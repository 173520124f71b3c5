i, j, k = sch.get_loops("C")
sch.split(j, sch.sample_perfect_tile(j, n=3, max_innermost_factor=4))
