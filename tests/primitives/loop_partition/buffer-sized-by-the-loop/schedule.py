i, = sch.get_loops(sch.get_block("rows"))
sch.loop_partition(i, [2, None])
