i, = sch.get_loops("B")
v, = sch.sample_perfect_tile(i, n=1, max_innermost_factor=-1)
sch.split(i, [v])
