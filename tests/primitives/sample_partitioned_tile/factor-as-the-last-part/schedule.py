i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, n=2, partition_pos=1, innerpart_factor=6, decision=[6, 10]))
