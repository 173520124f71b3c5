i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, n=1))
