i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, n=3, innerpart_factor=0))
