i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, n=4, partition_pos=2, innerpart_factor=12))
