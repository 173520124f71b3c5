i, = sch.get_loops("B")
sch.split(i, sch.sample_perfect_tile(loop=i, n=2, max_innermost_factor=-1, decision=[3, 20]))
