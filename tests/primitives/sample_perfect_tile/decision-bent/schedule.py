i, = sch.get_loops("B")
sch.split(i, sch.sample_perfect_tile(loop=i, n=3, max_innermost_factor=16, decision=[1, 7, 4]))
