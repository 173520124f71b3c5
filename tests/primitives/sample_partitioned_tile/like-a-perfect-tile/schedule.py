i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, 3, decision=[5, 4, 3]))
