i, = sch.get_loops("B")
sch.split(i, sch.sample_partitioned_tile(i, n=3, partition_pos=1, innerpart_factor=4, decision=[3, 3, 3]))
