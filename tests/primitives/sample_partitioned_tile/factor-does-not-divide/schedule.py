i, = sch.get_loops("B")
v = sch.sample_partitioned_tile(i, n=3, partition_pos=1, innerpart_factor=8)
sch.annotate(i, "outermost", v[0])
