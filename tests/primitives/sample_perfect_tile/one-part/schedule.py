i, = sch.get_loops("B")
v, = sch.sample_perfect_tile(i, n=1)
sch.split(i, [v])
